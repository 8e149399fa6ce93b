import { escapeFormula } from '../../../../schema/formula-injection.ts'
import { downloadFile } from '../../../ui/download-file.ts'
import { type BatchRow, batchFields, type RowCheck } from './rows.ts'

/** The header that is read back, with one line to write over. */
export function saveTemplate(): void {
  void save([[...batchFields], example], 'user_upload_template.csv')
}

/** A file that can be corrected and uploaded again. */
export function saveFailed(lines: string[][]): void {
  void save(lines, 'user_upload_errors.csv')
}

/** A header and the rows that were not made, as they are now, each with why. */
export function failedLines(rows: BatchRow[], checks: RowCheck[]): string[][] {
  const failed = rows.flatMap((row, index) => {
    const check = checks[index]
    if (check?.status !== 'invalid') return []
    return [[...batchFields.map((field) => row.values[field]), check.reason]]
  })
  return [[...batchFields, 'error'], ...failed]
}

const example = ['jdoe', 'Jane Doe', 'jane.doe@example.com', '1', 'jane-doe', 'choose-one']

async function save(lines: string[][], name: string): Promise<void> {
  downloadFile(new Blob([await csv(lines)], { type: 'text/csv;charset=utf-8' }), name)
}

/** RFC 4180 with a byte-order mark, and no cell that a spreadsheet would run. */
export async function csv(lines: string[][]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const safe = lines.map((cells) => cells.map(escapeFormula))
  return `\ufeff${Papa.unparse(safe, { quotes: true })}\r\n`
}
