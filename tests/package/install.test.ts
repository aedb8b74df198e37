import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { allowScripts = {} } = JSON.parse(readFileSync('package.json', 'utf8'));

it('no package runs an install script: allowScripts is false for each that has one', () => {
  const scripted = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  const names = scripted.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
  // npm ignores packages for other platforms, such as fsevents.
  const here = names.filter((_, at) => !packages[scripted[at] ?? ''].os);
  expect(allowScripts).toEqual(Object.fromEntries(here.map((name) => [name, false])));
});
