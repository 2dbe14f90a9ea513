import { answerOf } from './chat-assistant.ts';

// Sample replies of an assistant, for pages that only show them.

export const lines = [
  { description: 'Aṣọ òkè', quantity: 2, rate: 45000 },
  { description: 'Delivery', quantity: 1, rate: 3500 },
];
export const draft = {
  customerName: 'Ìyábọ̀ Fabrics',
  customerEmail: null,
  customerPhone: null,
  currency: 'NGN',
  items: lines,
  taxRate: 0,
  discount: null,
  dueDate: '2031-05-20',
  total: 93500,
};
export const read = {
  customerName: 'Ìyábọ̀ Fabrics',
  customerEmail: null,
  customerPhone: null,
  vendorName: 'Gbenga Looms',
  invoiceNumber: '0071',
  date: '2026-11-18',
  dueDate: '2031-05-20',
  currency: 'NGN',
  items: lines.map((line) => ({ ...line, total: null })),
  subtotal: null,
  discount: null,
  tax: null,
  total: 94000,
  withholding: null,
  amountPaid: 20000,
  confidence: { customerName: 0.5, 'items.1': 0.4 },
  warnings: ['The lines add up to ₦93,500.00, the paper says ₦94,000.00'],
};
export const savedThread = {
  hasImage: true,
  imagePath: '/api/nowhere',
  imageOriginalName: 'order.png',
  imageMimeType: 'image/png',
  imageSize: 9,
  extraction: read,
};
export const proposed = { intent: 'create_invoice', draft, proposalId: 'p1' };
export const created = {
  ...answerOf('Invoice [INV-0007](/dashboard/invoices?invoice=inv_7) is created.', {
    intent: 'confirm',
    does: 'create_invoice',
  }),
  id: 'msg_done',
};

const both =
  '- [INV-7](/dashboard/invoices?invoice=i7), **Adaeze**\n- [INV-8](/dashboard/invoices?invoice=i8), **Bola**';
export const reminding = {
  ...answerOf(`Send 2 reminders?\n\n${both}`, { intent: 'send_reminder', proposalId: 'prop_1' }),
  beside: both,
};

const agoOf = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const userMessage = (id: string, content: string) => ({ id, role: 'user', content, timestamp: agoOf(20) });
const answered = (id: string, answer: ReturnType<typeof answerOf>, minutes = 12) => ({
  ...answer,
  id,
  content: answer.message,
  timestamp: agoOf(minutes),
});

/** A stored conversation with a proposal in every state; the last has been open for so many minutes. */
export const keptThread = (minutes: number) => [
  { ...userMessage('q1', '[IMAGE_UPLOADED]Invoice image uploaded'), metadata: savedThread },
  answered('a1', answerOf('Please check this.', proposed)),
  answered('a2', created),
  userMessage('q2', 'remind them'),
  answered('a3', reminding, 2),
  { ...userMessage('q3', '[IMAGE_UPLOADED]bill Bola for this'), metadata: savedThread },
  answered('a4', answerOf('Please check this.', { ...proposed, proposalId: 'p4' })),
  userMessage('q4', 'make it 3'),
  answered(
    'a5',
    answerOf('Please check this.', { ...proposed, intent: 'edit_draft', proposalId: 'p5' }),
    minutes,
  ),
];
