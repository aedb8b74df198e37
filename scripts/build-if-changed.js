/** Builds `dist/` unless it is up to date, and says in one line what to do where it can't be built. */
import { digestBuilt, digestSource } from './source.js';

const remedies = {
  ERR_MODULE_NOT_FOUND: 'the build tools are not installed: npm ci --include=dev && npm run build',
  MODULE_NOT_FOUND: 'the build tools are not installed: npm ci --include=dev && npm run build',
  EACCES: 'this folder is read-only: npm run build where it can be written, and copy dist from there',
  EPERM: 'this folder is read-only: npm run build where it can be written, and copy dist from there',
  EROFS: 'this folder is read-only: npm run build where it can be written, and copy dist from there',
};

const built = digestBuilt();
if (built !== digestSource()) await import('./build.js').catch(explain);

function explain(error) {
  if (!Object.hasOwn(remedies, error.code)) throw error;
  const state = built === undefined ? 'Assay is not built' : 'dist is older than its source';
  console.error(`${state}, and ${remedies[error.code]}`);
  // After an installation for production, there may be nobody who wants to start the service from here.
  if (process.env.npm_lifecycle_event !== 'prepare') process.exitCode = 1;
}
