/**
 * Renders the iOS splash screen at this screen's exact size. iOS reads the link when the app is added to the home
 * screen, and only accepts images that match to the pixel.
 */
export async function addIosSplashScreen(): Promise<void> {
  const imageUrl = readMeta('splash-image')
  if (!imageUrl) return
  const image = new Image()
  image.src = imageUrl
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = screen.width * devicePixelRatio
  canvas.height = screen.height * devicePixelRatio
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = readMeta('splash-color') || '#000'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const side = Math.min(canvas.width, canvas.height) * imageShare
  context.drawImage(image, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side)
  const link = document.createElement('link')
  link.rel = 'apple-touch-startup-image'
  link.href = canvas.toDataURL('image/png')
  document.head.append(link)
}

const imageShare = 0.45

function readMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
