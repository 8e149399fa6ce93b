import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Card } from '../../schema/cards/card.ts'
import { publicView } from '../../schema/cards/reveal.ts'
import { t } from '../messages/t.ts'
import {
  backgroundError,
  backgrounds,
  paintBackground,
  pictureFile,
  type Side,
} from '../pictures/backgrounds.ts'
import { themePalette } from '../pictures/theme-palette.ts'
import { usePrintedCard } from '../print/printed-card.ts'
import { product } from '../product.ts'
import { type StudioCode, useCodeStyle } from '../qr/useQrStyle.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { downloadFile } from '../ui/download-file.ts'
import { CardLanguageField, languagesOf, SelectField } from '../ui/Fields.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Switch } from '../ui/Switch.tsx'
import { CodeCheckNote, useCodeCheck, useDownload } from './code-files.tsx'

type Props = {
  card: Card
  codes: StudioCode[]
  /** Language in which the codes open the card; undefined for the visitor's. */
  language: string | undefined
  onClose: () => void
}

/** Pictures with a code, for video meetings and lock screens, in the colors of the card's theme. */
export function BackgroundDialog({ card, codes, language, onClose }: Props) {
  const [content, setContent] = useState(codes[0]?.content ?? '')
  const code = codes.find((one) => one.content === content)
  const options = codes.map((one) => ({
    value: one.content,
    label: one.point ? one.label : t('Card link'),
  }))
  return (
    <Dialog onClose={onClose} title={t('Background and lock screen')} width="wide">
      {code && (
        <Background key={content} card={card} code={code} language={language}>
          {codes.length > 1 && (
            <SelectField
              label={t('Code')}
              options={options}
              value={content}
              onChange={setContent}
              hint={t('Each share point is counted separately.')}
            />
          )}
        </Background>
      )}
    </Dialog>
  )
}

type BackgroundProps = Pick<Props, 'card' | 'language'> & { code: StudioCode; children: ReactNode }

function Background({ card, code, language: ofCode, children }: BackgroundProps) {
  const { choice } = useCodeStyle(code)
  const [look, setLook] = useState<Look>(firstLook)
  const [language, setLanguage] = useState(ofCode ?? card.language)
  const shown = useMemo(() => publicView(card, language), [card, language])
  const { printed, error: codeError } = usePrintedCard({ card: shown, code, choice })
  const painted = useMemo(() => {
    if (!printed) return undefined
    const palette = themePalette(shown.theme, shown.logoTone)
    const page = findBackground(look.value).layout(printed, palette, look.side)
    const mirrored = isMirrored(look)
    return { page, mirrored, canvas: paintBackground(page, mirrored) }
  }, [printed, shown, look])
  const canvas = painted?.canvas
  const { readAt } = findBackground(look.value)
  const check = useCodeCheck(painted, (picture) => backgroundError(picture, readAt))
  const error = codeError ?? check?.error
  const isReady = check !== undefined && !error
  return (
    <>
      <div className="dialog-body">
        {children}
        <LookFields look={look} onChange={setLook} />
        <CardLanguageField languages={languagesOf(card)} value={language} onChange={setLanguage} />
        <Preview canvas={canvas} />
        <CodeCheckNote error={error} isReady={isReady}>
          {t('Readable, even in a small picture.')}
        </CodeCheckNote>
      </div>
      <Downloads canvas={isReady ? canvas : undefined} name={`${card.slug}-${look.value}`} />
    </>
  )
}

type Look = { value: (typeof backgrounds)[number]['value']; side: Side; mirrored: boolean }

const firstLook: Look = { value: 'meeting', side: 'right', mirrored: false }

function findBackground(value: Look['value']) {
  return backgrounds.find((one) => one.value === value) ?? backgrounds[0]
}

function isMirrored({ value, mirrored }: Look): boolean {
  return value === 'meeting' && mirrored
}

const sides = [
  { value: 'left', label: t('Code on the left') },
  { value: 'right', label: t('Code on the right') },
] as const

function LookFields({ look, onChange }: { look: Look; onChange: (look: Look) => void }) {
  return (
    <>
      <SelectField
        label={t('Picture')}
        options={backgrounds}
        value={look.value}
        onChange={(value) => onChange({ ...look, value })}
      />
      {look.value === 'meeting' && (
        <>
          <SegmentedControl
            label={t('Position of the code')}
            options={sides}
            value={look.side}
            onChange={(side) => onChange({ ...look, side })}
          />
          <Switch
            label={t('Mirrored file')}
            hint={t(
              'Use only if others see your background mirrored. Most programs mirror it only in your own view.',
            )}
            checked={look.mirrored}
            onChange={(mirrored) => onChange({ ...look, mirrored })}
          />
        </>
      )}
    </>
  )
}

function Preview({ canvas }: { canvas: HTMLCanvasElement | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.replaceChildren(...(canvas ? [canvas] : [])), [canvas])
  return <div className="background-preview" role="img" aria-label={t('Preview')} ref={place} />
}

type DownloadProps = { canvas: HTMLCanvasElement | undefined; name: string }

/** Downloads the picture; `canvas` is undefined until it is ready. */
function Downloads({ canvas, name }: DownloadProps) {
  const { attempt, busy, failure } = useDownload()
  const download = (type: 'png' | 'jpeg') => () =>
    void attempt(async () => {
      if (!canvas) return
      const extension = type === 'png' ? 'png' : 'jpg'
      downloadFile(await pictureFile(canvas, type), `${product.shortName}-${name}.${extension}`)
    })
  const marks = { 'aria-disabled': canvas ? undefined : true, busy: busy && t('Preparing...') }
  return (
    <>
      <FailureNote title={t('Download failed')} message={failure} />
      <footer className="dialog-foot">
        <Button kind="primary" onClick={download('png')} {...marks} icon="download">
          {t('Download PNG')}
        </Button>
        <Button onClick={download('jpeg')} {...marks} icon="download">
          {t('Download JPEG')}
        </Button>
      </footer>
    </>
  )
}
