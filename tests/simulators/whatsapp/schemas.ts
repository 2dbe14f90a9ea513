import * as z from 'zod';

// Meta counts UTF-16 units at the strictest, so that is what counts here.
const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((value) => value.isWellFormed() && value.trim() !== '');

const common = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z
    .string()
    .regex(/^[1-9]\d{5,14}$/)
    .optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.[A-Za-z0-9.]+$/)
    .optional(),
  context: z.strictObject({ message_id: text(500) }).optional(),
};

const caption = text(1024).optional();
const document = z.strictObject({ id: text(200), filename: text(240), caption });
const bodyText = z.strictObject({ text: text(1024) });
const differ = (values: string[]) => new Set(values).size === values.length;

const reply = z.strictObject({ id: text(256), title: text(20) });
const buttons = z
  .array(z.strictObject({ type: z.literal('reply'), reply }))
  .min(1)
  .max(3)
  .refine((all) => differ(all.map((one) => one.reply.id)) && differ(all.map((one) => one.reply.title)));
const row = z.strictObject({ id: text(200), title: text(24), description: text(72).optional() });
const section = z.strictObject({ title: text(24).optional(), rows: z.array(row).min(1).max(10) });

const parameter = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: text(1024) }),
  z.strictObject({ type: z.literal('document'), document: document.omit({ caption: true }) }),
]);
const component = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), parameters: z.array(parameter).length(1) }),
  z.strictObject({ type: z.literal('body'), parameters: z.array(parameter).min(1) }),
  z.strictObject({
    type: z.literal('button'),
    sub_type: z.literal('url'),
    index: z.literal('0'),
    parameters: z.array(parameter).length(1),
  }),
]);

/** The body of `POST /{phone}/messages` for one message, of the kinds a business like ours sends. */
export const message = z
  .discriminatedUnion('type', [
    z.strictObject({
      ...common,
      type: z.literal('text'),
      text: z.strictObject({ body: text(4096), preview_url: z.boolean().optional() }),
    }),
    z.strictObject({ ...common, type: z.literal('document'), document }),
    z.strictObject({
      ...common,
      type: z.literal('image'),
      image: z.strictObject({ id: text(200), caption }),
    }),
    z.strictObject({
      ...common,
      type: z.literal('interactive'),
      interactive: z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('button'),
          body: bodyText,
          action: z.strictObject({ buttons }),
        }),
        z.strictObject({
          type: z.literal('list'),
          body: bodyText,
          action: z.strictObject({ button: text(20), sections: z.array(section).length(1) }),
        }),
      ]),
    }),
    z.strictObject({
      ...common,
      type: z.literal('template'),
      template: z.strictObject({
        name: text(512),
        language: z.strictObject({ code: text(10) }),
        components: z.array(component),
      }),
    }),
  ])
  .refine(({ to, recipient }) => Boolean(to ?? recipient));
export type Message = z.infer<typeof message>;

export const reading = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: text(500),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
});

const url = z.strictObject({
  type: z.literal('URL'),
  text: text(25),
  url: z.string().regex(/^https?:\/\/[^{}\s]+\{\{1\}\}$/),
  example: z.array(z.url()).length(1),
});
/** The body of `POST /{account}/message_templates`. */
export const template = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/),
  category: z.literal('UTILITY'),
  components: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('HEADER'),
        format: z.literal('DOCUMENT'),
        example: z.strictObject({ header_handle: z.array(text(2000)).length(1) }),
      }),
      z.strictObject({
        type: z.literal('BODY'),
        text: text(1024).refine((body) => !/^\s*\{\{|\}\}\s*$|\}\}\s*\{\{/.test(body)),
        example: z.strictObject({ body_text: z.array(z.array(text(1024))).length(1) }).optional(),
      }),
      z.strictObject({ type: z.literal('BUTTONS'), buttons: z.array(url).length(1) }),
    ]),
  ),
});
export type Template = z.infer<typeof template>;
