<?php
// Prints the errors of Laravel's validator, as its exception handler writes them.
require_once '/usr/share/php/Illuminate/Validation/autoload.php';
require_once '/usr/share/php/Illuminate/Translation/autoload.php';

use Illuminate\Translation\ArrayLoader;
use Illuminate\Translation\Translator;
use Illuminate\Validation\Factory;
use Illuminate\Validation\ValidationException;

$sent = json_decode(file_get_contents('php://stdin'), true);
$loader = new ArrayLoader();
// The sentences of a new project.
$loader->addMessages('en', 'validation', [
    'required' => 'The :attribute field is required.',
    'email' => 'The :attribute must be a valid email address.',
    'min' => ['string' => 'The :attribute must be at least :min characters.', 'numeric' => 'The :attribute must be at least :min.'],
]);
$validator = (new Factory(new Translator($loader, 'en')))->make($sent, [
    'name' => 'required',
    'email' => 'email',
    'address.zip' => 'string|min:5',
    'items.*.qty' => 'numeric|min:1',
]);
$errors = $validator->errors();
$version = trim(shell_exec("dpkg-query -W -f '\${Version}' php-illuminate-validation"));
echo json_encode([[
    'package' => 'laravel/framework',
    'version' => explode('+', $version)[0],
    'variant' => 'ValidationException',
    'body' => ['message' => 'The given data was invalid.', 'errors' => $errors->messages()],
]]);
