import { email, hexColor, webAddress } from '#contract/wire.ts';

export const isEmail = (text: string) => email.safeParse(text).success;
export const isWebAddress = (text: string) => webAddress.safeParse(text).success;
export const isHexColor = (text: string) => hexColor.safeParse(text).success;
