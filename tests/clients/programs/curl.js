// Asks with curl what each line of standard input says, and prints the answers: one curl for each list of requests.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const [origin] = process.argv.slice(2);

/** The lines that curl's configuration has for a request. */
function transfer({ method, target, headers, body, chunked }, name) {
  const options = [
    ['url', origin + target],
    ['request', method],
    ['output', `${name}.reply`],
    ...Object.entries(headers).map(([header, value]) => ['header', `${header}: ${value}`]),
  ];
  if (chunked) options.push(['header', 'Transfer-Encoding: chunked']);
  if (body !== null) {
    writeFileSync(`${name}.body`, Buffer.from(body, 'base64'));
    options.push(['data-binary', `@${name}.body`]);
  }
  const written = options.map(([option, value]) => `${option} = ${JSON.stringify(value)}\n`).join('');
  return `${written}write-out = "%{http_code} %header{x-request-id} %{errormsg}\\n"\n${ALWAYS}`;
}

const ALWAYS = 'globoff\npath-as-is\nsilent\nnoproxy = "*"\nexpect100-timeout = 5\nmax-time = 10\n';

async function askAll(list) {
  const folder = mkdtempSync('list-');
  const names = list.map((_, at) => join(folder, String(at)));
  const curl = spawn('curl', ['--disable', '--config', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  curl.stdin.end(list.map((asked, at) => transfer(asked, names[at])).join('next\n'));
  const lines = (await text(curl.stdout)).split('\n').slice(0, -1);
  const answers = lines.map((line, at) => {
    const [, status, id, error] = /^(\d+) (\S*) (.*)$/.exec(line);
    if (error !== '') return { error };
    return { status: Number(status), id, body: readFileSync(`${names[at]}.reply`, 'base64') };
  });
  rmSync(folder, { recursive: true });
  return answers;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await Promise.all(JSON.parse(line).map(askAll)))}\n`);
}
