/** Calls the function once the page has loaded, at once if it has: the app starts after its messages. */
export function afterLoad(callback: () => void): void {
  if (document.readyState === 'complete') callback()
  else addEventListener('load', callback)
}
