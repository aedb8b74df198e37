import { createApp, endpoint, form, type RequestInfo, refuse, reply } from 'assay';
import { list, object, omittable, rawText, secret, text } from 'assay/fields';
import { createExpiring } from './expiring.ts';
import { homePage } from './pages.ts';
import { isSame, newSecret } from './secrets.ts';
import { findUser, type User, userNames } from './users.ts';

// The prefix __Host- makes browsers refuse these cookies unless they come from this very host, over TLS (or from localhost).
const SESSION = '__Host-session';
const FORM = '__Host-form';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

const formCookie = { [FORM]: omittable(text()) };
const setCookie = { 'Set-Cookie': list(text()) };
const redirect = { Location: text(), ...setCookie };

const getHome = endpoint({
  method: 'GET',
  path: '/',
  summary: 'Show who is logged in, or the form to log in',
  cookies: formCookie,
  reply: { status: 200, body: rawText(), mediaType: 'text/html', headers: setCookie },
});

const logIn = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Log in',
  cookies: formCookie,
  body: form({ name: text({ maxLength: 80 }), password: secret(text({ maxLength: 80 })), token: text() }),
  reply: { status: 303, headers: redirect },
  refusals: { 401: text(), 403: text() },
});

const logOut = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Log out',
  cookies: formCookie,
  body: form({ token: text() }),
  reply: { status: 303, headers: redirect },
  refusals: { 403: text() },
});

const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'List all users, for admins',
  reply: { status: 200, body: list(object({ name: text() })) },
});

/** Who may use an endpoint; one that isn't here is for everybody. */
const rolesOf = new Map<string | undefined, readonly User['role'][]>([
  ['logOut', ['admin', 'member']],
  ['listUsers', ['admin']],
]);

const MAX_ATTEMPTS = 5;

function sessionOf(request: RequestInfo): string {
  const cookies = request.headers.get('cookie')?.split('; ') ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${SESSION}=`))?.slice(SESSION.length + 1) ?? '';
}

/** Only a form of our own page knows what is in the cookie: other pages can make a browser send it, but can't read it. */
function checkForm(cookie: string | undefined, token: string): void {
  if (!cookie || !isSame(cookie, token)) throw refuse(403, 'This form is not from our page');
}

/** Sessions and attempts are in memory: with several workers they belong in a database. */
export function createLogin() {
  const sessions = createExpiring<User>({ capacity: 10_000, seconds: 3600 });
  const attempts = createExpiring<{ count: number }>({ capacity: 10_000, seconds: 60 });
  const mayTry = (address = 'unknown') => {
    const tried = attempts.get(address) ?? attempts.set(address, { count: 0 });
    tried.count++;
    return tried.count <= MAX_ATTEMPTS;
  };

  return createApp(
    { title: 'Login', version: '1.0.0', endpoints: { getHome, logIn, logOut, listUsers } },
    {
      getHome({ cookies }, { request }) {
        const token = cookies[FORM] ?? newSecret();
        const headers = { 'Set-Cookie': cookies[FORM] ? [] : [`${FORM}=${token}; ${ATTRIBUTES}`] };
        return reply(homePage(sessions.get(sessionOf(request)), token), { headers });
      },
      async logIn({ cookies, body: { name, password, token } }, { request, log }) {
        checkForm(cookies[FORM], token);
        const user = await findUser(name, password);
        if (!user) return refuse(401, 'Wrong name or password');
        // Always a new session: one that somebody else may have planted in this browser is worth nothing.
        sessions.delete(sessionOf(request));
        const session = newSecret();
        sessions.set(session, user);
        log.info('logged in', { user: name });
        const cookie = `${SESSION}=${session}; Max-Age=3600; ${ATTRIBUTES}`;
        return reply(undefined, { headers: { Location: '/', 'Set-Cookie': [cookie] } });
      },
      logOut({ cookies, body: { token } }, { request }) {
        checkForm(cookies[FORM], token);
        sessions.delete(sessionOf(request));
        const cookie = `${SESSION}=; Max-Age=0; ${ATTRIBUTES}`;
        return reply(undefined, { headers: { Location: '/', 'Set-Cookie': [cookie] } });
      },
      listUsers: () => userNames().map((name) => ({ name })),
    },
    {
      // No page of another origin reads anything here.
      cors: 'off',
      async around(request, next) {
        if (request.endpoint === 'logIn' && !mayTry(request.address))
          return refuse(429, 'Too many attempts, try again in a minute', {
            headers: { 'Retry-After': '60' },
          });
        const roles = rolesOf.get(request.endpoint);
        const user = sessions.get(sessionOf(request));
        if (roles && !user) return refuse(401, 'Log in first');
        if (roles && user && !roles.includes(user.role)) return refuse(403, 'Not for you');
        const answer = await next();
        answer.headers.set('Cache-Control', 'no-store');
        answer.headers.set('X-Frame-Options', 'DENY');
        return answer;
      },
    },
  );
}

export default createLogin();
