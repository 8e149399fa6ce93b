/** What the map's document says of the place. */
export const box = document.querySelector<HTMLElement>('#map') ?? document.body
export const { name = '', address = '', key = '', tiles = '', attribution = '' } = box.dataset

const { latitude, longitude } = box.dataset
const known = latitude !== undefined && longitude !== undefined

/** Where to put the marker; undefined when nobody knows: then the map shows the world. */
export const markerPosition = known ? { lat: Number(latitude), lng: Number(longitude) } : undefined
export const mapCenter = markerPosition ?? { lat: 0, lng: 0 }
export const zoom = markerPosition ? 15 : 2

/** What the marker opens. */
export function label(): HTMLElement {
  const block = document.createElement('div')
  block.className = 'label'
  block.dir = 'auto'
  const title = document.createElement('strong')
  title.textContent = name
  const line = document.createElement('address')
  line.textContent = address
  block.append(title, line)
  return block
}

/** Replaces the map by the reason why there is none. */
export function showMapError(message: string): void {
  const sentence = document.createElement('p')
  sentence.className = 'banner'
  sentence.setAttribute('role', 'alert')
  sentence.textContent = `Map cannot be loaded: ${message}`
  box.replaceChildren(sentence)
}
