import type { TargetedSubmitEvent } from 'preact';
import { defined } from '../../text/guards.ts';
import { authorize } from './actions.ts';
import { DOTS, isBasic, type Scheme } from './credentials.ts';
import { settings } from './settings.ts';
import { stateNow } from './state.ts';

const ID = 'credentials';

export function openCredentials(): void {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

/** The credentials of this tab, for all schemes of the document. */
export function CredentialsDialog() {
  const { credentials } = stateNow();
  const schemes = Object.entries(settings.schemes);
  const submit = ({ currentTarget: form, submitter }: TargetedSubmitEvent<HTMLFormElement>) => {
    const entered = schemes.map(
      ([name, scheme]) => [name, enteredIn(new FormData(form), name, scheme)] as const,
    );
    const given = Object.fromEntries(entered.filter(([, value]) => value !== ''));
    if (submitter?.id === 'save') authorize({ ...credentials, ...given });
    if (submitter?.id === 'forget') authorize({});
  };
  return (
    <dialog
      id={ID}
      aria-labelledby="credentials-title"
      onClose={({ currentTarget }) => defined(currentTarget.querySelector('form')).reset()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="credentials-title">Authorize</h2>
      <p class="quiet">Kept in this tab only, and never in a link.</p>
      <form method="dialog" onSubmit={submit}>
        {schemes.map(([name, scheme]) => (
          <SchemeFields key={name} name={name} scheme={scheme} isKnown={credentials[name] !== undefined} />
        ))}
        <div class="actions">
          <button type="submit" id="save" class="primary">
            Save
          </button>
          <button type="submit" id="forget">
            Forget
          </button>
          <button type="submit">Cancel</button>
        </div>
      </form>
    </dialog>
  );
}

/** What was entered for a scheme. */
function enteredIn(data: FormData, name: string, scheme: Scheme): string {
  const value = String(data.get(name) ?? '');
  const user = String(data.get(`${name} user`) ?? '');
  return isBasic(scheme) && user + value !== '' ? `${user}:${value}` : value;
}

interface SchemeProps {
  readonly name: string;
  readonly scheme: Scheme;
  readonly isKnown: boolean;
}

function SchemeFields({ name, scheme, isKnown }: SchemeProps) {
  if (scheme.in === 'cookie')
    return (
      <p class="field" dir="auto">
        <b>{name}</b>: sent in the cookie {scheme.name}, which browsers don’t let pages set. Copy the request
        as curl, and add the cookie.
      </p>
    );
  const id = `credential-${name.replaceAll(' ', '-')}`;
  const shared = { placeholder: isKnown ? DOTS : '', autocomplete: 'off', spellcheck: false } as const;
  return (
    <div class="field">
      {isBasic(scheme) && (
        <>
          <label for={`${id}-user`}>{name}: user name</label>
          <input {...shared} id={`${id}-user`} name={`${name} user`} type="text" />
        </>
      )}
      <label for={id}>{isBasic(scheme) ? `${name}: password` : name}</label>
      <input {...shared} id={id} name={name} type="password" />
      <p class="quiet" dir="auto">
        {scheme.type === 'apiKey'
          ? `Sent as ${scheme.name} in the ${scheme.in}`
          : 'Sent in the header Authorization'}
      </p>
    </div>
  );
}
