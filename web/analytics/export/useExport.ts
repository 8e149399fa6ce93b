import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { errorToast, toast } from '../../ui/toasts.ts'
import type { Progress } from './download.ts'
import type { ExportFormat, ExportSource } from './export-source.ts'

export type ExportState =
  | { step: 'waiting' }
  | { step: 'running'; format: ExportFormat; progress?: Progress }
  | { step: 'done'; format: ExportFormat; name: string; rows?: number; bytes: number }
  | { step: 'failed'; title: string; text: string; canRetry: boolean }

type Begin = { source: ExportSource; format: ExportFormat }
type Made = { name: string; rows?: number; bytes: number }

const nothing = t('No data available to export')
const noCsv = t('The file could not be created. Check your connection and try again.')
const noPdf = t('The PDF could not be created. Check your connection and try again.')

/** State of one export at a time; progress and result stay until the next one. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ step: 'waiting' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const begin = async ({ source, format }: Begin) => {
    if (source.empty) return setState(nothingThere())
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running', format })
    const make = format === 'pdf' ? makePdf(source) : makeCsv(source, controller.signal, show)
    const outcome = await make.then(
      (made) => finished(made, format),
      (error: unknown) =>
        controller.signal.aborted ? { step: 'waiting' as const } : failed(error, format),
    )
    if (running.current === controller) setState(outcome)
  }
  const show = (progress: Progress) => setState({ step: 'running', format: 'csv', progress })
  const cancel = () => {
    running.current?.abort()
    setState({ step: 'waiting' })
  }
  return { state, begin, cancel }
}

async function makeCsv(
  source: ExportSource,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Made> {
  const { downloadTable } = await import('./download.ts')
  const { file, total, bytes, name } = await downloadTable(source.csv, { signal, onProgress })
  const called = name ?? `${source.stem}.csv`
  downloadFile(file, called)
  return { name: called, rows: total, bytes }
}

async function makePdf(source: ExportSource): Promise<Made> {
  const [{ drawPdf }, content] = await Promise.all([import('./pdf/draw-pdf.ts'), source.pdf()])
  const file = await drawPdf(content)
  downloadFile(file, `${source.stem}.pdf`)
  return { name: `${source.stem}.pdf`, bytes: file.size }
}

function finished(made: Made, format: ExportFormat): ExportState {
  const kind = format === 'pdf' ? 'PDF' : 'CSV'
  toast(t('Export successful'), t('Analytics data has been downloaded as {kind}', { kind }))
  return { step: 'done', format, ...made }
}

function nothingThere(): ExportState {
  return fail(nothing, false)
}

function failed(error: unknown, format: ExportFormat): ExportState {
  return fail(errorMessage(error, format === 'pdf' ? noPdf : noCsv), true)
}

function fail(text: string, canRetry: boolean): ExportState {
  errorToast(t('Export error'), text)
  return { step: 'failed', title: t('Export error'), text, canRetry }
}
