/** Every string of the fields of a business that set-up and settings share. */
export const texts = {
  color: {
    wrong: 'Give a colour such as #3b82f6',
    pick: (label: string) => `Pick ${label.toLowerCase()}`,
  },
  logo: {
    label: 'Logo',
    change: 'Change logo',
    upload: 'Upload logo',
    hint: 'Click or drag and drop. PNG, JPG up to 2MB',
    progress: 'Logo upload',
    stored: 'Logo uploaded successfully!',
    failed: 'Failed to upload logo. Please try again.',
    wrongKind: 'Only PNG and JPG pictures can be used',
    tooLarge: 'That picture is larger than 2 MB. Choose a smaller one.',
  },
  place: {
    country: 'Country',
    state: 'State',
    city: 'City',
    emptied: (country: string) => `Choose a state in ${country}.`,
    cityEmptied: (state: string) => `Choose a city in ${state}.`,
    loading: 'Loading...',
    choose: (label: string) => `Choose a ${label.toLowerCase()}`,
    find: (label: string) => `Find a ${label.toLowerCase()}`,
  },
  kyc: {
    progress: (title: string) => `${title} upload`,
    cancel: (title: string) => `Cancel ${title}`,
    empty: 'PDF, PNG or JPG',
    uploading: (name: string, percent: number) => `${name}, ${percent}%`,
    tryAgain: 'Upload failed - try again',
    uploaded: (key: string) => `${key} uploaded successfully`,
    failed: (key: string) => `Failed to upload ${key}`,
    wrongKind: 'Only PDF, PNG and JPG files can be used',
    tooLarge: 'That file is larger than 10 MB',
  },
};

/** The four KYC documents in display order. */
export const kycTileTexts = [
  { key: 'cac', title: 'CAC Certificate', text: 'Your registration with the Corporate Affairs Commission' },
  { key: 'validId', title: 'Valid ID', text: 'Passport, driver licence, voter card or NIN slip' },
  { key: 'utilityBill', title: 'Utility Bill', text: 'Business address verification' },
  { key: 'bankStatement', title: 'Bank Statement', text: 'Last 3 months' },
] as const;
