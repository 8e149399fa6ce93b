/** Which form submissions count in figures. */

/**
 * The condition of what visitors sent to this installation: neither captured by staff nor imported. As text, for any
 * statement.
 */
export function isCounted(table = 'form_submissions'): string {
  return `(${table}.captured_at is null and ${table}.imported_at is null)`
}
