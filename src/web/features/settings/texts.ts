/** UI texts of the settings screens. */
export const texts = {
  sections: {
    label: 'Settings sections',
    business: 'Business Profile',
    account: 'Account',
    notifications: 'Notifications',
    reminders: 'Reminders',
    whatsapp: 'WhatsApp',
    security: 'Security',
    privacy: 'Privacy',
  },
  retry: 'Try again',
  cancel: 'Cancel',
  saved: 'Saved',
  profileFailed: 'Your business profile could not be read.',
};
