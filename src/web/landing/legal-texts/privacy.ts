import { legalVersions } from '#core/legal.ts';
import type { LegalText } from './types.ts';

export const privacy: LegalText = {
  path: '/privacy',
  title: 'Privacy',
  since: legalVersions.privacy,
  lead: 'What we know about you, why we know it, who else sees it, and what you can do about it under the Nigeria Data Protection Act 2023.',
  sections: [
    {
      id: 'who',
      title: 'Who answers for your data',
      paragraphs: [
        'Duewell decides why and how the data of account holders is used. For that data we are the data controller.',
        'For the customers whom a business puts into Duewell, that business is the controller and we work on its instructions. If you received an invoice and want to know what is held about you, ask the business first; we help it to answer.',
      ],
    },
    {
      id: 'what',
      title: 'What we keep',
      points: [
        'About you: your name, e-mail address, password and PIN (both kept so that nobody can read them back), and your choices, such as your currency.',
        'About your business: its name, address, industry and colours, its bank account and bank verification number, and the documents you upload so that we can check it.',
        'About your work: your customers, invoices, payments, withdrawals, and what you write to the assistant, with the pictures you send it.',
        'About your use: when and from which address you signed in, and what was done in your account, so that you can see it and we can find fraud.',
        'From the waitlist: your e-mail address, and nothing else.',
      ],
    },
    {
      id: 'why',
      title: 'Why, and what allows it',
      points: [
        'To do what you signed up for: making invoices, carrying payments, paying out. This is our contract with you.',
        'To check who a business is and to keep records of payments. The law asks this of everyone who handles payments.',
        'To keep accounts safe and the service running. This is our legitimate interest, and yours.',
        'To write to you when you joined the waitlist, and to let a language model of another company read along. This is your consent: we keep what you agreed to, when, and in which words, and you can take it back.',
      ],
      paragraphs: [
        'We do not sell your data, show no advertising, and decide nothing important about you by machine alone.',
      ],
    },
    {
      id: 'assistant',
      title: 'The assistant',
      paragraphs: [
        'When you ask the assistant something or send it a picture, the text and the picture are read by a computer model so that it can answer. Where the model is run by another company, it gets what you write and send only after you switched that on in Settings, Privacy, which is off at first and can be switched off again at any time; that company works for us under contract. What the assistant proposes becomes an invoice only when you press the button.',
      ],
    },
    {
      id: 'sharing',
      title: 'Who else sees it',
      points: [
        'The payment provider sees what it needs to take a payment and to pay you out.',
        'The people you bill see your invoice, your business name, your logo and your colours.',
        'The companies that carry e-mail, messages and storage for us see what passes through them, and may use it for nothing else.',
        'Courts and authorities see what the law makes us show, and no more.',
      ],
      paragraphs: [
        'Where one of these works outside Nigeria, your data may leave the country. We allow that only where the Act allows it: to places with a comparable protection, or under a contract that provides it.',
      ],
    },
    {
      id: 'safe',
      title: 'How it is kept safe',
      paragraphs: [
        'Bank account numbers and verification numbers are sealed with a key that is kept apart from the records. Documents are private: a link to one works for a short time and only for you. Card details go straight to the payment provider and never reach us.',
        'If something goes wrong all the same and it may harm you, we tell you and the Nigeria Data Protection Commission, within the 72 hours the Act sets.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      paragraphs: [
        'As long as you have an account. After you close it we delete what we may, and keep records of payments and identity checks for as long as the law asks, which is at least five years. A waitlist address goes when you ask for it.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: ['Under the Act you may, free of charge:'],
      points: [
        'ask what we hold about you, and get a copy that you can take elsewhere;',
        'have wrong data put right;',
        'have data deleted that we no longer need;',
        'object to a use, or have it paused while we look into it;',
        'take back a consent, in Settings, Privacy; what was done before stays lawful.',
      ],
    },
    {
      id: 'complain',
      title: 'Asking and complaining',
      paragraphs: [
        'Most of this you can do yourself: your details and a copy of your data are in the settings of your account. For anything else leave your e-mail address in the form on our front page and we write to you, within 30 days at the latest.',
        'If our answer does not satisfy you, you can complain to the Nigeria Data Protection Commission.',
      ],
    },
  ],
};
