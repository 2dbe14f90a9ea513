/** The documents that list tables; tests hold each against the database and the modules' manifests. */
export const tableDocuments = {
  /** Every column, and whether it is about a person. */
  columns: 'docs/reports/data-map.md',
  /** Every table, and the column its rows are spread by. */
  owners: 'docs/reports/scale.md',
  /** Every retention rule. */
  retention: 'docs/data-and-privacy.md',
} as const;
