import { reservedNames } from '../../errors/email.ts';
import { leadingMark } from '../idna/characters.ts';
import { characterFault, Fault } from '../idna/fault.ts';
import { type Name, readLabel } from '../idna/label.ts';
import { mapDomain } from '../idna/mapping.ts';
import { type EmailFault, periodFault } from './fault.ts';

/** Reads the part after the @: a domain name by IDNA 2008 that can receive mail over the internet. */
export function readDomain(domain: string): Name | EmailFault {
  if (domain.includes('@')) return new Fault('second_at');
  if (domain.startsWith('[') && domain.endsWith(']')) return new Fault('domain_brackets');
  if (leadingMark().test(domain)) return characterFault('domain_combining', domain);
  const mapped = mapDomain(domain);
  if (mapped instanceof Fault) return mapped;
  return shapeFault(mapped) ?? readLabels(mapped);
}

function readLabels(domain: string): Name | EmailFault {
  const labels: Name[] = [];
  for (const text of domain.split('.')) {
    const label = readLabel(text);
    if (label instanceof Fault) return label;
    labels.push(label);
  }
  const name = { unicode: join(labels, 'unicode'), ascii: join(labels, 'ascii') };
  return deliveryFault(name) ?? name;
}

function join(labels: readonly Name[], form: keyof Name): string {
  return labels.map((label) => label[form]).join('.');
}

function shapeFault(domain: string): EmailFault | undefined {
  if (domain === '') return new Fault('domain_empty');
  if (domain.startsWith('-')) return new Fault('domain_hyphen_start');
  if (domain.endsWith('-')) return new Fault('domain_hyphen_end');
  if (domain.includes('.-') || domain.includes('-.')) return new Fault('domain_hyphen_period');
  return periodFault('domain', domain);
}

function deliveryFault({ ascii }: Name): EmailFault | undefined {
  const excess = ascii.length - MAX_LENGTH;
  if (excess > 0) return new Fault('domain_too_long', { excess });
  if (!ascii.includes('.')) return new Fault('domain_no_period');
  if (!/[a-z]$/.test(ascii)) return new Fault('domain_last');
  const name = reservedNames.indexOf(ascii.slice(ascii.lastIndexOf('.') + 1));
  return name < 0 ? undefined : new Fault('domain_reserved', { name });
}

const MAX_LENGTH = 253;
