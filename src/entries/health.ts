import { health } from '../cli/health.ts';

process.exitCode = await health(process.env);
