/** Strings of the dialog of earlier conversations. */
export const dialogTexts = {
  title: 'Earlier conversations',
  none: 'No earlier conversations',
  noneText: 'When you begin a new conversation, the one before is kept here to read.',
  failed: 'Failed to load earlier conversations',
  threadFailed: 'Failed to load this conversation',
  loading: 'Loading',
  back: 'All conversations',
  readOnly: 'You can read this conversation. It cannot be continued.',
};
