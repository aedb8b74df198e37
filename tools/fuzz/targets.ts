import { fields } from './fields.ts';
import { http } from './http.ts';
import { json } from './json.ts';
import { patterns } from './patterns.ts';
import type { Target } from './target.ts';

export const targets: readonly Target[] = [http, json, ...fields, patterns];
