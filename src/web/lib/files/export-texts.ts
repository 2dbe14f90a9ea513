export const exportTexts = {
  formats: { pdf: 'PDF', csv: 'CSV', xlsx: 'XLSX' },
  hints: { pdf: 'to read and print', csv: 'plain table', xlsx: 'Excel workbook' },
  preparing: (format: string) => `Preparing the ${format}`,
  failed: 'Failed to export the report. Please try again.',
};
