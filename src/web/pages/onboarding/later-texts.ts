/** The texts of the wizard's last steps. */
export const laterTexts = {
  verification: {
    title: 'Verify Your Business',
    text: 'Four documents, as PDF or photo. They stay private: only you and the people who check them see them.',
    complete: 'Complete Setup',
    later: 'Verify later',
    failed: 'Error completing setup',
  },
  done: {
    title: "You're All Set",
    text: 'Your business is registered. Choose how your invoices look, or go straight to work.',
    customize: 'Customize your invoices',
    dashboard: 'Go to Dashboard',
  },
  look: {
    title: 'Customize Your Invoices',
    text: 'Two colours weave a cloth that is yours alone. Customers see it on every invoice.',
    missing: { primary: 'a primary colour', secondary: 'a secondary colour' },
    save: 'Save & Continue to Dashboard',
    saved: 'Invoice customization saved successfully!',
    failed: 'Failed to save customization. Please try again.',
    preview: 'Preview',
    desktop: 'Desktop',
    mobile: 'Mobile',
  },
};
