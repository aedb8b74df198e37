/** Builds `dist/` unless it is what the source makes of it, and says in one line what to do where that can't be. */
import { digestBuilt, digestSource } from './source.js';

const remedies = {
  ERR_MODULE_NOT_FOUND: 'what builds it is not installed: npm ci --include=dev && npm run build',
  MODULE_NOT_FOUND: 'what builds it is not installed: npm ci --include=dev && npm run build',
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
  process.exitCode = 1;
}
