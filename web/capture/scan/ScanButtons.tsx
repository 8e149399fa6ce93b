import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { ModalDialog } from '../../ui/ModalDialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { isEmpty, type LeadDraft } from '../lead-draft.ts'
import { type FoundDetails, isNothing, readCodeText, withDetails } from './details.ts'
import {
  PictureError,
  pictureOf,
  prepareCodeReader,
  readCardPicture,
  readCode,
  readCodePicture,
} from './read-picture.ts'

/** Fills in the lead from a code or a photo of a paper card. */
export function ScanButtons({
  draft,
  onChange,
  onReading,
}: {
  draft: LeadDraft
  /** Takes a function, because the draft may have changed while a picture was read. */
  onChange: (edit: (draft: LeadDraft) => LeadDraft) => void
  onReading: (reading: boolean) => void
}) {
  const [scanning, setScanning] = useState(false)
  const [found, setFound] = useState<FoundDetails>()
  const use = (details: FoundDetails) => {
    setScanning(false)
    setFound(details)
    if (!isNothing(details)) onChange((typed) => withDetails(typed, details))
  }
  const readCard = (file: File) => {
    onReading(true)
    return readCardPicture(file).finally(() => onReading(false))
  }
  const { read, busy, failure } = useReading(readCard, use)
  return (
    <div className="stack" data-gap="3">
      <div className="capture-scan">
        <Button aria-haspopup="dialog" onClick={() => setScanning(true)}>
          <Icon name="qr" size={18} />
          {t('Scan a code')}
        </Button>
        <PictureButton icon="camera" busy={busy} onPicture={read}>
          {t('Photograph a card')}
        </PictureButton>
      </div>
      {failure && <Note kind="bad">{failure}</Note>}
      {found && isNothing(found) && (
        <Note kind="warn">{t('This code has no contact details.')}</Note>
      )}
      {found && !isNothing(found) && !isEmpty(draft) && !failure && (
        <Note kind="ok">{t('Details filled in. Check them before you save.')}</Note>
      )}
      {scanning && <ScanDialog onFound={use} onClose={() => setScanning(false)} />}
    </div>
  )
}

/** Shows the camera until it sees a code; a picture of a code also works. */
function ScanDialog({
  onFound,
  onClose,
}: {
  onFound: (found: FoundDetails) => void
  onClose: () => void
}) {
  const { read, busy, failure } = useReading(readCodePicture, onFound)
  return (
    <ModalDialog title={t('Scan a code')} onClose={onClose}>
      <div className="dialog-body">
        <CameraView onCode={(code) => onFound(readCodeText(code))} />
        {failure && <Note kind="bad">{failure}</Note>}
        <PictureButton icon="image" busy={busy} onPicture={read}>
          {t('Choose a picture')}
        </PictureButton>
      </div>
    </ModalDialog>
  )
}

function CameraView({ onCode }: { onCode: (text: string) => void }) {
  const { video, problem } = useCamera(onCode)
  if (problem) return <Note kind="warn">{problem}</Note>
  return (
    <>
      <video
        ref={video}
        className="capture-video"
        aria-label={t('Camera view')}
        muted
        playsInline
      />
      <p className="dialog-text">{t('Point the camera at the code on a badge, phone or card.')}</p>
    </>
  )
}

/** Takes or chooses a picture. Phones offer both. */
function PictureButton({
  icon,
  busy,
  onPicture,
  children,
}: {
  icon: IconName
  busy: boolean
  onPicture: (file: File) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onPicture(file)
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <Button busy={busy && t('Reading...')} onClick={() => input.current?.click()}>
        <Icon name={icon} size={18} />
        {children}
      </Button>
    </>
  )
}

const failedMessage = t('The picture cannot be read on this device. Type the details instead.')

/** Reads a picture; `failure` is a sentence to show. */
function useReading(
  reader: (file: File) => Promise<FoundDetails>,
  onFound: (found: FoundDetails) => void,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const read = async (file: File) => {
    setBusy(true)
    setFailure(undefined)
    try {
      onFound(await reader(file))
    } catch (error) {
      setFailure(error instanceof PictureError ? error.message : failedMessage)
    }
    setBusy(false)
  }
  return { read: (file: File) => void read(file), busy, failure }
}

/** Shows the camera in the video element and calls back with the first code that it sees. */
function useCamera(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const found = useEffectEvent(onCode)
  useEffect(() => {
    const stop = new AbortController()
    watch(video.current, stop.signal).then(
      (code) => code !== undefined && found(code),
      (error) => stop.signal.aborted || setProblem(cameraMessage(error)),
    )
    return () => stop.abort()
  }, [])
  return { video, problem }
}

const pauseMs = 120

/** Resolves with the text of the first code; undefined after a stop, which turns the camera off. */
async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!video || !navigator.mediaDevices) throw new DOMException('None', 'NotFoundError')
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  try {
    video.srcObject = stream
    await Promise.all([video.play(), prepareCodeReader()])
    while (!signal.aborted) {
      const code = video.videoWidth > 0 ? await readCode(pictureOf(video).pixels) : undefined
      if (code !== undefined) return code
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

function cameraMessage(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return t(
      'Camera access is blocked. Allow it in the browser settings, choose a picture, or type the details.',
    )
  if (name === 'NotReadableError' || name === 'AbortError')
    return t(
      'Another app is using the camera. Close that app, choose a picture, or type the details.',
    )
  // Remaining errors of the browser, such as `NotFoundError`, mean that there is no camera.
  return name
    ? t('This device has no camera. Choose a picture, or type the details.')
    : t('Codes cannot be read on this device. Type the details instead.')
}
