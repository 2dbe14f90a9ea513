import QRCode from 'qrcode';
import type { whatsapp } from '#contract/whatsapp.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { requireProof } from '#server/modules/identity/flows/step-up.ts';
import { linkedPhone } from '#server/modules/notifications/queries/whatsapp.ts';
import { maskedNumber } from '#server/modules/notifications/rules/whatsapp.ts';
import { receiveEvents } from './commands/events.ts';
import { createLinkCode, unlinkPhone } from './commands/link.ts';

const plainText = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

export const routes: Handlers<typeof whatsapp> = {
  challenge: async (scope, { query }) => {
    const queryParams = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const answer = scope.ports.whatsapp?.challenge(Object.fromEntries(queryParams)) ?? null;
    return answer === null
      ? new Response('Forbidden', { status: 403, headers: plainText })
      : new Response(answer, { headers: plainText });
  },
  notice: async (scope, _request, raw) => {
    const port = scope.ports.whatsapp;
    if (!port) throw notFound('provider');
    const events = port.parseWebhook(raw.bytes, raw.headers);
    if (!events) throw new AppError('invalid_token', 'The signature does not match');
    if (events.length > 0) await scope.transactAsSystem((ctx) => receiveEvents(ctx, events));
    return { message: 'received', data: null };
  },
  phone: async (scope) => {
    const ours = scope.config.whatsapp?.number ?? null;
    const phone = await linkedPhone(scope.db, scope.actor.businessId);
    return {
      data: {
        available: ours !== null && scope.ports.whatsapp !== null,
        number: ours && `+${ours}`,
        phone: phone && { number: maskedNumber(phone.number), linkedAt: phone.linked_at },
      },
    };
  },
  code: async (scope) => {
    const { whatsapp: config } = scope.config;
    // A linked phone outlives the session it was linked by.
    await requireProof(scope);
    if (!config || !scope.ports.whatsapp)
      throw new AppError('not_configured', 'This service has no number on WhatsApp');
    const { code, expiresAt } = await scope.transact(createLinkCode);
    const url = `https://wa.me/${config.number}?text=${encodeURIComponent(`link ${code}`)}`;
    return { data: { code, expiresAt, url, qrCode: await QRCode.toDataURL(url, { margin: 2, width: 320 }) } };
  },
  unlink: async (scope) => {
    await scope.transact((ctx) => unlinkPhone(ctx, ctx.actor.businessId));
    return { message: 'Unlinked', data: null };
  },
};
