import type { emailIssues } from '../../errors/email.ts';
import { Fault } from '../idna/fault.ts';

type EmailIssue = keyof ReturnType<typeof emailIssues>;
type Unprefixed<Type> = Type extends `email_${infer Rest}` ? Rest : never;

/** The fault of an address: the type of its issue without the prefix `email_`, and its numbers. */
export type EmailFault = Fault<Unprefixed<EmailIssue>>;

const PREFIX = 'email_';
/** A cache: looking up a newly concatenated string takes as long as reading an address. */
const issueTypes = new Map<EmailFault['type'], EmailIssue>();

/** Returns the type of issue of a fault. */
export function issueType({ type }: EmailFault): EmailIssue {
  return issueTypes.get(type) ?? nameIssue(type);
}

function nameIssue(type: EmailFault['type']): EmailIssue {
  const name = `${PREFIX}${type}` as const;
  issueTypes.set(type, name);
  return name;
}

type Part = 'local' | 'domain';

/** Returns the fault of the periods in the part before or after the @, if there is one. */
export function periodFault(part: Part, text: string): EmailFault | undefined {
  if (text.startsWith('.')) return new Fault(`${part}_period_start`);
  if (text.endsWith('.')) return new Fault(`${part}_period_end`);
  if (text.includes('..')) return new Fault(`${part}_period_doubled`);
  return undefined;
}
