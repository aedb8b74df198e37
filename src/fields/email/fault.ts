import type { emailIssues } from '../../issues/email.ts';
import { Fault } from '../idna/fault.ts';

type EmailIssue = keyof typeof emailIssues;
type Unprefixed<Type> = Type extends `email_${infer Rest}` ? Rest : never;

/** The fault of an address: the type of its issue less the prefix `email_`, and the numbers. */
export type EmailFault = Fault<Unprefixed<EmailIssue>>;

const PREFIX = 'email_';
/** Made once: a name that is put together anew takes as long to look up as an address to read. */
const issueTypes = new Map<EmailFault['type'], EmailIssue>();

/** The type of issue that a fault is. */
export function issueType({ type }: EmailFault): EmailIssue {
  return issueTypes.get(type) ?? nameIssue(type);
}

function nameIssue(type: EmailFault['type']): EmailIssue {
  const name = `${PREFIX}${type}` as const;
  issueTypes.set(type, name);
  return name;
}

type Part = 'local' | 'domain';

/** The fault of the periods before or after the @. */
export function periodFault(part: Part, text: string): EmailFault | undefined {
  if (text.startsWith('.')) return new Fault(`${part}_period_start`);
  if (text.endsWith('.')) return new Fault(`${part}_period_end`);
  if (text.includes('..')) return new Fault(`${part}_period_doubled`);
  return undefined;
}
