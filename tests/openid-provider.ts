import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { id: 'duewell-test', secret: 'a secret of the test' };

export type Person = {
  sub: string;
  email: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
};

/** Misbehaviours of a provider, one at a time. */
export type Misbehaviour = 'denied' | 'signature' | 'nonce' | 'audience' | 'token endpoint down';

type Grant = { redirectUri: string; challenge: string; nonce: string; person: Person };

/**
 * An OpenID provider over real HTTP, as strict as a real one: registered redirect address, client secret, PKCE with
 * S256, codes that count once, ID tokens signed with RS256.
 */
export async function openIdProvider(redirectUri: () => string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const grants = new Map<string, Grant>();
  const next: { person: Person | null; wrong: Misbehaviour | null } = { person: null, wrong: null };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer());
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/.well-known/openid-configuration') return answer(200, metadata(issuer()));
    if (url.pathname === '/keys')
      return answer(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
      });
    if (url.pathname === '/authorize') {
      const back = authorize(url.searchParams);
      return response.writeHead(302, { Location: back.href }).end();
    }
    if (url.pathname === '/token' && next.wrong === 'token endpoint down') return answer(503, {});
    if (url.pathname === '/token') {
      const grant = redeem(new URLSearchParams(await textOf(request)));
      return grant ? answer(200, tokens(grant)) : answer(400, { error: 'invalid_grant' });
    }
    return answer(404, {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function authorize(query: URLSearchParams): URL {
    const wanted = {
      client_id: CLIENT.id,
      redirect_uri: redirectUri(),
      response_type: 'code',
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(wanted))
      if (query.get(name) !== value) throw new Error(`${name} is ${query.get(name)}, not ${value}`);
    const back = new URL(redirectUri());
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', issuer());
    if (next.wrong === 'denied' || !next.person) {
      back.searchParams.set('error', 'access_denied');
      return back;
    }
    const code = randomUUID();
    grants.set(code, {
      redirectUri: redirectUri(),
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      person: next.person,
    });
    back.searchParams.set('code', code);
    return back;
  }

  function redeem(form: URLSearchParams): Grant | null {
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const right =
      form.get('client_id') === CLIENT.id &&
      form.get('client_secret') === CLIENT.secret &&
      form.get('redirect_uri') === grant?.redirectUri &&
      challenge === grant?.challenge;
    return grant && right ? grant : null;
  }

  function tokens({ nonce, person }: Grant) {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer(),
      aud: next.wrong === 'audience' ? 'somebody else' : CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: next.wrong === 'nonce' ? 'of another sign-in' : nonce,
      ...person,
    };
    const idToken = jwt(claims, next.wrong === 'signature' ? other : privateKey);
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken };
  }

  return {
    issuer: issuer(),
    /** Sets the next person to sign in, and what goes wrong meanwhile. */
    set: (person: Person | null, wrong: Misbehaviour | null = null) => Object.assign(next, { person, wrong }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

function jwt(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
