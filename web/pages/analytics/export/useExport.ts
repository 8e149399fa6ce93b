import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api.ts'
import { downloadFile } from '../../../ui/download-file.ts'
import { errorToast, toast } from '../../../ui/toasts.ts'
import type { Progress } from './download.ts'
import type { ExportFormat, ExportSource } from './export-source.ts'

export type ExportState =
  | { step: 'waiting' }
  | { step: 'running'; format: ExportFormat; progress?: Progress }
  | { step: 'done'; format: ExportFormat; name: string; rows?: number; bytes: number }
  | { step: 'failed'; title: string; text: string; canRetry: boolean }

type ExportOptions = { source: ExportSource; format: ExportFormat }
type ExportedFile = { name: string; rows?: number; bytes: number }

const emptyMessage = 'No data available to export'
const csvFailedMessage = 'The file could not be created. Check your connection and try again.'
const pdfFailedMessage = 'The PDF could not be created. Check your connection and try again.'

/** State of one export at a time; progress and result stay until the next one. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ step: 'waiting' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async ({ source, format }: ExportOptions) => {
    if (source.empty) return setState(emptyState())
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running', format })
    const exporting =
      format === 'pdf' ? exportPdf(source) : exportCsv(source, controller.signal, showProgress)
    const outcome = await exporting.then(
      (file) => doneState(file, format),
      (error: unknown) =>
        controller.signal.aborted ? { step: 'waiting' as const } : errorState(error, format),
    )
    if (running.current === controller) setState(outcome)
  }
  const showProgress = (progress: Progress) =>
    setState({ step: 'running', format: 'csv', progress })
  const cancel = () => {
    running.current?.abort()
    setState({ step: 'waiting' })
  }
  return { state, start, cancel }
}

async function exportCsv(
  source: ExportSource,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ExportedFile> {
  const { downloadTable } = await import('./download.ts')
  const { file, total, bytes, name } = await downloadTable(source.csv, { signal, onProgress })
  const fileName = name ?? `${source.baseName}.csv`
  downloadFile(file, fileName)
  return { name: fileName, rows: total, bytes }
}

async function exportPdf(source: ExportSource): Promise<ExportedFile> {
  const [{ drawPdf }, content] = await Promise.all([import('./pdf/draw-pdf.ts'), source.pdf()])
  const file = await drawPdf(content)
  downloadFile(file, `${source.baseName}.pdf`)
  return { name: `${source.baseName}.pdf`, bytes: file.size }
}

function doneState(file: ExportedFile, format: ExportFormat): ExportState {
  const kind = format === 'pdf' ? 'PDF' : 'CSV'
  toast('Export successful', `Analytics data has been downloaded as ${kind}`)
  return { step: 'done', format, ...file }
}

function emptyState(): ExportState {
  return fail(emptyMessage, false)
}

function errorState(error: unknown, format: ExportFormat): ExportState {
  return fail(errorMessage(error, format === 'pdf' ? pdfFailedMessage : csvFailedMessage), true)
}

function fail(text: string, canRetry: boolean): ExportState {
  errorToast('Export error', text)
  return { step: 'failed', title: 'Export error', text, canRetry }
}
