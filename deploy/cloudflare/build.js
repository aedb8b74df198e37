import { writeFileSync } from 'node:fs';
import { documentsOf } from 'assay';
import app from './app.js';

/** Makes the documentation of the app. Wrangler runs this before it puts the Worker together. */
writeFileSync(new URL('documents.json', import.meta.url), JSON.stringify(await documentsOf(app)));
