import * as z from 'zod/mini';
import { newBusiness } from '#contract/business.ts';
import { profileUpdate } from '#contract/settings.ts';
import { email, hexColor } from '#contract/wire.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';

/** Values of the business form. */
export type BusinessValues = {
  businessName: string;
  industry: string;
  email: string;
  phone: string;
  tin: string;
  registrationNumber: string;
  vatNumber: string;
  description: string;
  companySize: string;
  websiteUrl: string;
  country: string;
  state: string;
  city: string;
  street: string;
  zipCode: string;
  logo: string;
  primaryColor: string;
  secondaryColor: string;
};

export const businessSchema = z.object({
  ...profileUpdate.shape,
  businessName: newBusiness.shape.businessName,
  email,
  logo: z.string(),
  primaryColor: hexColor,
  secondaryColor: hexColor,
});

export const valuesOf = (profile: BusinessProfile): BusinessValues => ({
  businessName: profile.businessName,
  industry: profile.industry ?? '',
  email: profile.email,
  phone: profile.phone ?? '',
  tin: profile.tin ?? '',
  registrationNumber: profile.registrationNumber ?? '',
  vatNumber: profile.vatNumber ?? '',
  description: profile.description ?? '',
  companySize: profile.companySize ?? '',
  websiteUrl: profile.websiteUrl ?? '',
  country: profile.country ?? '',
  state: profile.state ?? '',
  city: profile.city ?? '',
  street: profile.street ?? '',
  zipCode: profile.zipCode ?? '',
  logo: profile.logoUrl ?? '',
  primaryColor: profile.primaryColor,
  secondaryColor: profile.secondaryColor,
});
