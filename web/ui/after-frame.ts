/** Once the browser has painted what a press or key changed: what takes long comes after it, and the hand is not kept waiting. */
export function afterFrame(): Promise<void> {
  return new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
}
