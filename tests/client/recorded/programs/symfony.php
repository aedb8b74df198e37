<?php
// Prints the violations of Symfony, as its serializer writes them.
require_once '/usr/share/php/Symfony/Component/Validator/autoload.php';
require_once '/usr/share/php/Symfony/Component/Serializer/autoload.php';

use Symfony\Component\Serializer\Normalizer\ConstraintViolationListNormalizer;
use Symfony\Component\Validator\Constraints as Assert;
use Symfony\Component\Validator\Validation;

$sent = json_decode(file_get_contents('php://stdin'), true);
$user = new Assert\Collection([
    'name' => new Assert\NotBlank(),
    'email' => new Assert\Email(),
    'address' => new Assert\Collection(['zip' => new Assert\Length(['min' => 5])]),
    'items' => new Assert\All([new Assert\Collection(['qty' => new Assert\Positive()])]),
]);
$violations = Validation::createValidator()->validate($sent, $user);
$body = (new ConstraintViolationListNormalizer())->normalize($violations);
$version = trim(shell_exec("dpkg-query -W -f '\${Version}' php-symfony-validator"));
echo json_encode([
    ['package' => 'symfony/validator', 'version' => explode('+', $version)[0], 'variant' => 'serializer', 'body' => $body],
]);
