import { Readable } from 'node:stream';
import { createApp, endpoint, form, refuse, reply } from 'assay';
import { file, integer, object, rawText, text, uuid } from 'assay/fields';
import { createFolder } from './folder.ts';

const MAX_BYTES = 5_000_000;

const id = uuid();
const download = { 'Content-Disposition': text() };

const getForm = endpoint({
  method: 'GET',
  path: '/',
  summary: 'Show a form',
  reply: { status: 200, body: rawText(), mediaType: 'text/html' },
});

const uploadFile = endpoint({
  method: 'POST',
  path: '/files',
  summary: 'Upload a file',
  body: form({ file: file({ maxBytes: MAX_BYTES }) }),
  // A little more than the file, for what a form adds to it. More than that isn't even read.
  limits: { body: MAX_BYTES + 10_000 },
  reply: {
    status: 201,
    body: object({ id, name: text(), size: integer() }),
    headers: { Location: text() },
  },
});

const listFiles = endpoint({
  method: 'GET',
  path: '/files.csv',
  summary: 'List all files, however many there are',
  reply: { status: 200, body: 'bytes', type: 'text/csv' },
});

const downloadFile = endpoint({
  method: 'GET',
  path: '/files/{id}',
  summary: 'Download a file',
  params: { id },
  reply: { status: 200, body: 'bytes', headers: download },
  refusals: { 404: text() },
});

const downloadCompressed = endpoint({
  method: 'GET',
  path: '/files/{id}/gzip',
  summary: 'Download a file, compressed on the way',
  params: { id },
  reply: { status: 200, body: 'bytes', type: 'application/gzip', headers: download },
  refusals: { 404: text() },
});

const contract = {
  title: 'Files',
  version: '1.0.0',
  endpoints: { getForm, uploadFile, listFiles, downloadFile, downloadCompressed },
};

const PAGE = `<!doctype html><meta charset="utf-8"><title>Files</title>
<form method="post" action="/files" enctype="multipart/form-data"><input type="file" name="file"><button>Upload</button></form>
<p><a href="/files.csv">All files</a></p>`;

const NOT_IN_PLAIN = /[^\w. -]/g;
const NOT_ENCODED = /[!'()*]/g;
const inHex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Makes browsers save a file under its name instead of showing it: a page that somebody uploaded would run as one of ours. */
function asAttachment(name: string) {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(NOT_ENCODED, inHex);
  // The first name is for clients that don't read the second one, such as curl.
  const plain = name.replace(NOT_IN_PLAIN, '_');
  return {
    headers: { 'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}` },
  };
}

const SPECIAL_IN_CSV = /"/g;

/** Uploads and downloads of the files in a folder. A download is read while it is sent, no faster than the client takes it. */
export function createFiles(path: string) {
  const folder = createFolder(path);

  async function* csv() {
    yield 'id,name,size\r\n';
    for await (const { id, name, size } of folder.all())
      yield `${id},"${name.replace(SPECIAL_IN_CSV, '""')}",${size}\r\n`;
  }

  const app = createApp(
    contract,
    {
      getForm: () => PAGE,
      async uploadFile({ body: { file } }) {
        const added = await folder.add(file.name, file.bytes);
        return reply(added, { headers: { Location: `/files/${added.id}` } });
      },
      listFiles: csv,
      async downloadFile({ params }) {
        const found = await folder.find(params.id);
        if (!found) return refuse(404, 'No such file');
        return reply(folder.read(found.id), asAttachment(found.name));
      },
      async downloadCompressed({ params }) {
        const found = await folder.find(params.id);
        if (!found) return refuse(404, 'No such file');
        const compressed = Readable.toWeb(folder.read(found.id)).pipeThrough(new CompressionStream('gzip'));
        return reply(compressed, asAttachment(`${found.name}.gz`));
      },
    },
    { cors: 'off', start: async () => void (await folder.create()) },
  );
  return { app, folder };
}

export default createFiles(process.env.FOLDER ?? 'uploads').app;
