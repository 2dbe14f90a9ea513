import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePage } from '../../lib/page.ts';
import { ThemeMenu } from '../../lib/theme-menu.tsx';
import { Logo } from '../../ui/logo.tsx';

type Section = { title: string; text: ReactNode };

export function TermsPage() {
  return (
    <LegalPage
      title="Terms"
      lead="What you and we promise each other when you use Duewell."
      sections={[
        {
          title: 'What Duewell does',
          text: 'Duewell helps a business make invoices, send them, follow what is paid and take out what it earned. Payments are carried by licensed payment providers; we are not a bank.',
        },
        {
          title: 'Your account',
          text: 'You give us true details of yourself and your business. Keep your password and PIN to yourself: whoever has them can act for you. Tell us at once if you think that somebody else has them.',
        },
        {
          title: 'Your invoices',
          text: 'You are responsible for what your invoices say and for the goods and services behind them. Do not use Duewell for anything that is against the law or that misleads the people you bill.',
        },
        {
          title: 'Money',
          text: 'What a customer pays is held for you until you withdraw it. Fees, where there are any, are shown before you confirm. A payment that reaches you by mistake goes back to the one who made it.',
        },
        {
          title: 'Trial',
          text: 'Your first 14 days are free. There are no set-up fees and you can stop at any time.',
        },
        {
          title: 'Stopping',
          text: 'You may close your account whenever you wish, after taking out what is yours. We may close an account that breaks these terms, and will say why.',
        },
        {
          title: 'If something goes wrong',
          text: 'We do our best to keep Duewell running and your records right, and we put right what we break. We cannot answer for what a bank, network or customer does.',
        },
        {
          title: 'Law',
          text: 'These terms follow the law of the Federal Republic of Nigeria. When we change them, you hear of it before the change counts.',
        },
      ]}
    />
  );
}

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy"
      lead="What we know about you, why, and what you can do about it."
      sections={[
        {
          title: 'What we keep',
          text: 'Your name and e-mail address; your business details, bank account and identity documents; your customers, invoices and payments; and a record of what was done in your account.',
        },
        {
          title: 'Why',
          text: 'To run the service you signed up for, to check who a business is as the rules on payments ask of us, and to keep your account safe. We do not sell any of it and show no advertisements.',
        },
        {
          title: 'Who else sees it',
          text: 'The payment provider sees what it needs to move money. The people you bill see your invoice and your business name. Providers that carry e-mail and messages see those messages.',
        },
        {
          title: 'How it is kept',
          text: 'Bank account and verification numbers are sealed, and documents are private. Card details go straight to the payment provider and never reach us. Passwords and PINs are kept so that nobody can read them back.',
        },
        {
          title: 'How long',
          text: 'As long as you have an account, and after that as long as the law asks for records of payments.',
        },
        {
          title: 'Your rights',
          text: 'You may ask what we hold about you, have it corrected, take it with you or have it deleted, as the Nigeria Data Protection Act gives you the right to.',
        },
      ]}
    />
  );
}

export function CookiesPage() {
  return (
    <LegalPage
      title="Cookies"
      lead="One cookie, and a few things kept in your browser. Nothing follows you around."
      sections={[
        { title: 'The cookie', text: 'sidebar_state remembers for seven days whether your sidebar is open.' },
        {
          title: 'Kept in your browser',
          text: 'Your sign-in, your chosen currency and theme, a copy of your business details for a quick start, and drafts of forms you have not sent yet. Logging out removes the sign-in and the copies.',
        },
        {
          title: 'What is not there',
          text: 'No advertising, no tracking by others. Account numbers and bank verification numbers you type are never kept in the browser.',
        },
        {
          title: 'Clearing it',
          text: 'Clear the data of this site in your browser and everything above is gone. You then log in again.',
        },
      ]}
    />
  );
}

function LegalPage({ title, lead, sections }: { title: string; lead: string; sections: Section[] }) {
  usePage(title, { index: true });
  return (
    <div className="mx-auto max-w-[46rem] px-5 pb-20">
      <header className="flex items-center justify-between py-4">
        <Link to="/" aria-label="Duewell, to the front page" className="rounded-control py-1">
          <Logo />
        </Link>
        <ThemeMenu />
      </header>
      <main className="pt-10">
        <h1 className="text-4xl tracking-[-0.04em]">{title}</h1>
        <p className="mt-3 text-lg text-muted">{lead}</p>
        {sections.map((section) => (
          <section key={section.title} className="mt-9">
            <h2 className="text-xl">{section.title}</h2>
            <p className="mt-2 leading-relaxed">{section.text}</p>
          </section>
        ))}
      </main>
      <footer className="mt-14 flex gap-6 border-line border-t pt-5 text-15">
        <Link to="/terms" className="underline underline-offset-4">
          Terms
        </Link>
        <Link to="/privacy" className="underline underline-offset-4">
          Privacy
        </Link>
        <Link to="/cookies" className="underline underline-offset-4">
          Cookies
        </Link>
      </footer>
    </div>
  );
}
