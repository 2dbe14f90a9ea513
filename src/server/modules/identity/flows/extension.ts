import { AppError, fieldError } from '#core/errors.ts';
import type { Scope, SystemScope } from '#server/kernel/scope.ts';
import {
  type CodeProof,
  type ConnectRequest,
  createExtensionCode,
  redeemExtensionCode,
} from '../commands/extension.ts';
import type { SignedIn } from '../commands/sessions.ts';
import { type ExtensionAddress, extensionAddresses } from '../rules/extension.ts';
import { requireProof } from './step-up.ts';

/** The extension an address belongs to. Throws 422 for any other address. */
export function requireExtension(
  { config }: Pick<SystemScope, 'config'>,
  redirectUri: string,
): ExtensionAddress {
  const extension = extensionAddresses(config.extensionIds).find((one) => one.redirectUri === redirectUri);
  if (!extension) throw fieldError('redirectUri', 'This is not an extension of this service');
  return extension;
}

/** Lets an extension in: the address that takes its code to it. Wants a recent proof. */
export async function connectExtension(scope: Scope, request: ConnectRequest): Promise<string> {
  const { redirectUri } = requireExtension(scope, request.redirectUri);
  await requireProof(scope);
  const code = await scope.transact((ctx) => createExtensionCode(ctx, request));
  return `${redirectUri}?${new URLSearchParams({ code, state: request.state })}`;
}

/** Opens the session of an extension. Throws 410 for a code that is unknown, used, too old or another's. */
export async function exchangeExtensionCode(scope: SystemScope, proof: CodeProof): Promise<SignedIn> {
  const signedIn = await scope.transactAsSystem((ctx) => redeemExtensionCode(ctx, proof, scope));
  if (!signedIn) throw new AppError('token_expired', 'This connection has expired. Please connect again');
  return signedIn;
}
