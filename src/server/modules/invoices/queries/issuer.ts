import type { Db } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { standingOf } from '#server/modules/business/rules.ts';

/** Public details of a business on its documents. */
export type Issuer = {
  id: string;
  name: string;
  email: string;
  addressLines: string[];
  /** The numbers by which tax office and registrar know it; empty where none were filled in. */
  taxLines: string[];
  primaryColor: string;
  secondaryColor: string;
  logoUrl: string | null;
  /** The owner has verified the email address and completed the profile. */
  verified: boolean;
  /** An operator has looked through its documents: it wears the badge. */
  documentsAccepted: boolean;
};

/** Issuer details of a business with its time zone. Throws 404 without a profile. */
export async function issuerOf(
  scope: Pick<SystemScope, 'db' | 'vault'>,
  businessId: string,
): Promise<{ issuer: Issuer; timeZone: string }> {
  const [business, trusted] = await Promise.all([
    businessForDocument(scope.db, businessId),
    standing(scope.db, businessId),
  ]);
  const issuer = {
    id: businessId,
    name: business.name,
    email: business.email,
    addressLines: business.addressLines,
    taxLines: business.taxLines,
    primaryColor: business.primaryColor,
    secondaryColor: business.secondaryColor,
    logoUrl: business.logo,
    ...trusted,
  };
  return { issuer, timeZone: business.timeZone };
}

async function standing(db: Db, businessId: string): Promise<Pick<Issuer, 'verified' | 'documentsAccepted'>> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('business_profiles as b', 'b.business_id', 'u.business_id')
    .selectAll('b')
    .select('u.email_verified_at')
    .where('u.business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) return { verified: false, documentsAccepted: false };
  const { verified, hasBadge } = standingOf(row, row.email_verified_at);
  return { verified, documentsAccepted: hasBadge };
}
