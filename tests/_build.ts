import { execFileSync } from 'node:child_process';

/** Builds `dist/`, which many tests run, if its source has changed. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build-if-changed.js'], { stdio: 'inherit' });
}
