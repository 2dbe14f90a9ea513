import { createECDH, createHash } from 'node:crypto';

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** The key pair that push services know us by (RFC 8292, P-256), the same for ever from one secret; base64url. */
export function vapidKeys(secret: string): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1');
  const scalar = validScalar(Buffer.from(secret, 'hex'));
  curve.setPrivateKey(scalar);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
}

function validScalar(candidate: Buffer): Buffer {
  const value = BigInt(`0x${candidate.toString('hex')}`);
  if (value > 0n && value < ORDER) return candidate;
  return validScalar(createHash('sha256').update(candidate).digest());
}
