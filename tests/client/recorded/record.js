/**
 * Records the error bodies of frameworks that are installed here in `bodies.json`: all of them get the same invalid request. Those of
 * npm need `npm ci --ignore-scripts` in this folder; those of Python, Ruby, PHP and Go are packages of Debian 12:
 *
 *     apt-get install python3-django python3-djangorestframework python3-flask python3-marshmallow python3-webargs ruby-activemodel \
 *       php-cli php-symfony-validator php-symfony-serializer php-illuminate-validation \
 *       golang-go golang-github-go-playground-validator-v10-dev
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { request } from './request.js';

const require = createRequire(import.meta.url);
const here = import.meta.dirname;
const program = (name) => join(here, 'programs', name);
const env = { ...process.env, GOPATH: '/usr/share/gocode', GO111MODULE: 'off', NODE_ENV: 'development' };

const commands = [
  ['node', program('node.js')],
  ['/usr/bin/python3', program('django_bodies.py')],
  ['/usr/bin/python3', program('flask_bodies.py')],
  ['ruby', program('rails.rb')],
  ['php', program('symfony.php')],
  ['php', program('laravel.php')],
  ['go', 'run', program('validator.go')],
];

const bodies = commands.flatMap(([command, ...args]) =>
  JSON.parse(execFileSync(command, args, { env, input: JSON.stringify(request), maxBuffer: 1e8 })).map(
    ({ package: name, version, ...body }) => ({
      package: name,
      version: version ?? versionOf(name),
      ...body,
    }),
  ),
);

function versionOf(name) {
  return require(join(here, 'node_modules', name, 'package.json')).version;
}

const recorded = { date: new Date().toISOString().slice(0, 10), request, bodies };
writeFileSync(join(here, 'bodies.json'), `${JSON.stringify(recorded, null, 2)}\n`);
