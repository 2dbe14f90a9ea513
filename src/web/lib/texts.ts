/** Every string of the components that lie beside this file. */
export const texts = {
  gone: 'It may have been deleted.',
  theme: { change: 'Change theme', label: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed on this page has not been saved.',
    leave: 'Leave',
    stay: 'Stay',
  },
  save: { label: 'Unsaved changes', text: 'You have unsaved changes', undo: 'Undo', save: 'Save' },
};
