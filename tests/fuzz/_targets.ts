import { fields } from './_fields.ts';
import { http } from './_http.ts';
import { json } from './_json.ts';
import { patterns } from './_patterns.ts';
import type { Target } from './_target.ts';

export const targets: readonly Target[] = [http, json, ...fields, patterns];
