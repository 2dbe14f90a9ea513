import { addDays, dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { majorToMinor, minor, subtract, ZERO } from '#core/money.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { issueCreditNote } from '#server/modules/credit-notes/commands/issue.ts';
import { customerForInvoice, updateCustomer } from '#server/modules/customers/commands/save.ts';
import { createInvoice } from '#server/modules/invoices/commands/create.ts';
import { sendInvoice } from '#server/modules/invoices/commands/send.ts';
import { writeOff } from '#server/modules/invoices/commands/write-off.ts';
import { recordOffline } from '#server/modules/payments/commands/offline.ts';
import type { DemoEvent } from './dunning.ts';

const BAGS = 6;

/** An invoice, over bags of rice unless it says otherwise, sent so many days ago, and its end, by days ago. */
export type Story = {
  name: string;
  email: string;
  title?: string;
  item?: string;
  /** The purpose the customer usually keeps tax for. */
  keepsTaxFor?: WithholdingKind;
  sent: number;
  naira: number;
  later: readonly {
    ago: number;
    happen: (ctx: Ctx, invoice: { id: string; total: number }) => Promise<unknown>;
  }[];
};

const cash =
  (percent: number) =>
  (ctx: Ctx, { id, total }: { id: string; total: number }) =>
    recordOffline(ctx, {
      currency: 'NGN',
      invoiceId: id,
      amount: minor(Math.round((total * percent) / 100)),
      day: dateIn(ctx.now),
      method: 'cash',
    });

const stories: readonly Story[] = [
  {
    name: 'Sunrise Canteen',
    email: 'orders@sunrise-canteen.example',
    sent: 70,
    naira: 96_000,
    later: [
      { ago: 64, happen: cash(80) },
      {
        ago: 12,
        happen: (ctx, { id, total }) =>
          writeOff(ctx, {
            currency: 'NGN',
            id,
            amount: subtract(minor(total), minor(Math.round(total * 0.8))),
            reason: 'They moved away',
          }),
      },
    ],
  },
  {
    name: 'Wuse Gardens',
    email: 'office@wuse-gardens.example',
    sent: 48,
    naira: 150_000,
    later: [
      {
        ago: 46,
        happen: (ctx, { id }) =>
          issueCreditNote(ctx, {
            currency: 'NGN',
            invoiceId: id,
            lines: [{ item: 0, quantity: BAGS * 1_000_000 }],
            reason: 'cancelled',
          }),
      },
    ],
  },
  {
    name: 'Mrs Folake Adeyemi',
    email: 'folake.adeyemi@mail.example',
    sent: 33,
    naira: 180_000,
    later: [
      { ago: 31, happen: cash(100) },
      {
        ago: 27,
        happen: (ctx, { id, total }) =>
          issueCreditNote(ctx, {
            currency: 'NGN',
            invoiceId: id,
            lines: [{ item: 0, quantity: 2_000_000 }],
            reason: 'return',
            note: 'Two bags were torn',
            effect: { credit: minor(Math.round(total / 3)), refund: ZERO, gaveBack: ZERO },
          }),
      },
    ],
  },
];

/** Invoices of the demo that were settled by more than money: written off, credited, goods that came back. */
export const settlementEvents = (now: Date): DemoEvent[] =>
  stories.flatMap((story) => storyEvents(story, now));

/** All that happens in a story. */
export function storyEvents(story: Story, now: Date): DemoEvent[] {
  const { name, email, sent, naira, later, keepsTaxFor, item = 'Bag of rice' } = story;
  const at = (ago: number) => plusMs(now, -ago * DAY_MS);
  const made = { id: '', total: 0 };
  const bag = minor(Math.round(majorToMinor(naira) / BAGS));
  return [
    {
      at: at(sent),
      happen: async (ctx) => {
        const customer = await customerForInvoice(ctx, { name, email });
        if (keepsTaxFor) await updateCustomer(ctx, customer.id, { withholdingKind: keepsTaxFor });
        const { invoice } = await createInvoice(ctx, 'NGN', {
          customerId: customer.id,
          title: story.title ?? 'Rice for the kitchen',
          dueDate: addDays(dateIn(ctx.now), 14),
          items: [{ description: item, quantity: BAGS * 1_000_000, rate: bag }],
          taxRate: 0,
        });
        await sendInvoice(ctx, { currency: 'NGN', invoiceId: invoice.id });
        Object.assign(made, { id: invoice.id, total: invoice.total_minor });
      },
    },
    ...later.map(({ ago, happen }) => ({
      at: at(ago),
      happen: async (ctx: Ctx) => void (await happen(ctx, made)),
    })),
  ];
}
