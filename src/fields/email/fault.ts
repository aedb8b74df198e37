import type { emailIssues } from '../../issues/email.ts';
import { Fault } from '../idna/fault.ts';

type Unprefixed<Type> = Type extends `email_${infer Rest}` ? Rest : never;

/** What is wrong with an address: the type of its issue less the prefix `email_`, and the numbers. */
export type EmailFault = Fault<Unprefixed<keyof typeof emailIssues>>;

type Part = 'local' | 'domain';

/** What is wrong with the periods before or after the @. */
export function periodFault(part: Part, text: string): EmailFault | undefined {
  if (text.startsWith('.')) return new Fault(`${part}_period_start`);
  if (text.endsWith('.')) return new Fault(`${part}_period_end`);
  if (text.includes('..')) return new Fault(`${part}_period_doubled`);
  return undefined;
}
