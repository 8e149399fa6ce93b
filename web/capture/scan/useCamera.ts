import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../messages/t.ts'
import { prepareCodeReader, readCode } from './code-reader.ts'
import { pictureOf } from './picture.ts'

const pauseMs = 120

/** Shows the camera in the video element and calls back with the first code that it sees. */
export function useCamera(onCode: (text: string) => void) {
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
  // Other errors of the browser are `NotFoundError` or the like.
  return name
    ? t('This device has no camera. Choose a picture, or type the details.')
    : t('Codes cannot be read on this device. Type the details instead.')
}
