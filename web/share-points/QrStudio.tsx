import { useMemo, useState } from 'react'
import { pocketPath } from '../../schema/screens.ts'
import { maxFrameText, QrStyle } from '../../schema/share-points/share-point.ts'
import { t, translated } from '../messages/t.ts'
import { product } from '../product.ts'
import { QrPreview, QrStyleFields } from '../qr/QrStyleFields.tsx'
import {
  pdfWidths,
  pngWidths,
  type QrFileKind,
  type QrPicture,
  qrError,
  qrFile,
  qrPicture,
} from '../qr/qr-picture.ts'
import { logoSources, type StudioCode, useCodeStyle, useQrLogo } from '../qr/useQrStyle.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { downloadFile } from '../ui/download-file.ts'
import { SelectField } from '../ui/Fields.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { CodeCheckNote, useCodeCheck, useDownload } from './code-files.tsx'

type CodedCard = { id: number; slug: string; logoUrl: string | null; profilePicture: string | null }

type Props = { card: CodedCard; code: StudioCode; onClose: () => void }

/** Shows, styles and downloads a code. Downloads are blocked if a phone could not read it. */
export function QrStudio({ card, code, onClose }: Props) {
  const { choice, change, failure } = useCodeStyle(code)
  const images = { logo: card.logoUrl, photo: card.profilePicture }
  const { logo, error: logoError, isLoading, setFile } = useQrLogo(choice.source, images)
  const sources = logoSources.filter(
    (source) =>
      source === 'none' || source === 'file' || images[source] || source === choice.source,
  )
  const { picture, error: styleError } = usePicture(code.content, choice, logo)
  const check = useCodeCheck(picture, qrError)
  const error = styleError ?? logoError ?? check?.error
  const isReady = check !== undefined && !error && !isLoading
  return (
    <Dialog onClose={onClose} title={t('QR Code')} width="wide" keepsText>
      <div className="dialog-body qr-studio">
        <div className="qr-studio-shown">
          <p className="dialog-text" dir="auto">
            {code.label}
          </p>
          <QrPreview picture={picture} />
          <CopyLine link={code.link} name={t('The link of {name}', { name: code.label })} />
          <CodeCheckNote error={error} isReady={isReady}>
            {t('Readable, even small and slightly blurred.')}
          </CodeCheckNote>
        </div>
        <div className="stack" data-gap="4">
          <QrStyleFields
            choice={choice}
            onChange={change}
            sources={sources}
            logoError={logoError}
            onFile={setFile}
          />
          <FailureNote title={t('The style is not saved')} message={failure} />
        </div>
      </div>
      <Downloads
        picture={picture}
        isReady={isReady}
        name={fileName(card.slug, code.label)}
        title={code.label}
        pocket={code.point ? undefined : pocketPath(card.id)}
      />
    </Dialog>
  )
}

/** The picture of the code, and the error of its style. A frame text that is too long is cut. */
function usePicture(content: string, choice: QrStyle, logo: QrPicture['logo']) {
  const { dark, light, shape, frame } = choice
  return useMemo(() => {
    const parsed = QrStyle.safeParse({ dark, light, shape, frame })
    const error = parsed.success ? undefined : translated(parsed.error.issues[0]?.message)
    const drawn = parsed.success ? parsed.data : { dark, light, shape, frame: cut(frame) }
    return { picture: qrPicture(content, drawn, logo), error }
  }, [content, dark, light, shape, frame, logo])
}

function cut(text: string): string {
  return [...text].slice(0, maxFrameText).join('')
}

type DownloadProps = {
  picture: QrPicture
  isReady: boolean
  name: string
  title: string
  /** Path of the card's pocket mode. */
  pocket: string | undefined
}

function Downloads({ picture, isReady, name, title, pocket }: DownloadProps) {
  const [pixels, setPixels] = useState('1024')
  const [millimeters, setMillimeters] = useState('50')
  const { attempt, busy, failure } = useDownload()
  const download = (kind: QrFileKind) => () =>
    void attempt(async () => {
      if (!isReady) return
      const size = { pixels: Number(pixels), millimeters: Number(millimeters), title }
      downloadFile(await qrFile(picture, kind, size), `${name}.${kind}`)
    })
  const marks = { 'aria-disabled': isReady ? undefined : true, busy: busy && t('Preparing...') }
  return (
    <>
      <div className="dialog-body share-dates">
        <SelectField
          label={t('PNG size')}
          options={pngOptions}
          value={pixels}
          onChange={setPixels}
        />
        <SelectField
          label={t('PDF size')}
          options={pdfOptions}
          value={millimeters}
          onChange={setMillimeters}
        />
        <FailureNote title={t('Download failed')} message={failure} />
      </div>
      <footer className="dialog-foot">
        <Button kind="primary" onClick={download('png')} {...marks} icon="download">
          {t('Download PNG')}
        </Button>
        <Button onClick={download('svg')} {...marks} icon="download">
          {t('Download SVG')}
        </Button>
        <Button onClick={download('pdf')} {...marks} icon="download">
          {t('Download PDF')}
        </Button>
        {pocket && (
          <LinkButton kind="ghost" to={pocket} icon="phone-device">
            {t('Pocket mode')}
          </LinkButton>
        )}
      </footer>
    </>
  )
}

const pngOptions = pngWidths.map((width) => ({
  value: String(width),
  label: t('{width} pixels', { width }),
}))
const pdfOptions = pdfWidths.map((width) => ({
  value: String(width),
  label: t('{width} mm', { width }),
}))

function fileName(slug: string, label: string): string {
  return `${product.shortName}-${slug}-${label.replace(/[\\/:*?"<>|\s]+/g, ' ').trim()}`
}
