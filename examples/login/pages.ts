import type { User } from './users.ts';

export function homePage(user: User | undefined, token: string): string {
  if (user)
    return html`<!doctype html><meta charset="utf-8"><title>Home</title>
<p>Hello, ${user.name} (${user.role})</p>
<form method="post" action="/logout"><input type="hidden" name="token" value="${token}"><button>Log out</button></form>`;
  return html`<!doctype html><meta charset="utf-8"><title>Log in</title>
<form method="post" action="/login"><input type="hidden" name="token" value="${token}">
<label>Name <input name="name" autocomplete="username"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button>Log in</button></form>`;
}

const SPECIAL = /[&<>"']/g;

/** Escapes every value, so that none can be markup. */
function html(texts: TemplateStringsArray, ...values: readonly string[]): string {
  const escaped = values.map((value) =>
    value.replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`),
  );
  return String.raw({ raw: texts }, ...escaped);
}
