import { escapeFormula } from '../../../schema/formula-injection.ts'
import { bulkFields } from '../../../schema/users/bulk-import.ts'
import { t } from '../../messages/t.ts'
import { downloadFile } from '../../ui/download-file.ts'
import type { BatchRow, RowCheck } from './rows.ts'

/** Downloads the template: a header and an example row. */
export function saveTemplate(): void {
  void save([[...bulkFields], example], 'user_upload_template.csv')
}

/** Downloads the failed rows, to correct and upload again. */
export function saveFailed(lines: string[][]): void {
  void save(lines, 'user_upload_errors.csv')
}

/** A header and the failed rows with their current values and errors. */
export function failedLines(rows: BatchRow[], checks: RowCheck[]): string[][] {
  const failed = rows.flatMap((row, index) => {
    const check = checks[index]
    if (check?.status !== 'invalid') return []
    return [[...bulkFields.map((field) => row.values[field]), check.reason]]
  })
  return [[...bulkFields, 'error'], ...failed]
}

const example = ['jdoe', t('Jane Doe'), 'jane.doe@example.com', '1', 'jane-doe', 'choose-one']

async function save(lines: string[][], name: string): Promise<void> {
  downloadFile(new Blob([await csv(lines)], { type: 'text/csv;charset=utf-8' }), name)
}

/** CSV by RFC 4180 with a byte-order mark, and with formulas escaped. */
export async function csv(lines: string[][]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const safe = lines.map((cells) => cells.map(escapeFormula))
  return `\ufeff${Papa.unparse(safe, { quotes: true })}\r\n`
}
