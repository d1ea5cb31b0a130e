/** Keeps an entry of a map as its newest, and forgets the oldest one where there are more than `most`. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, most = 10_000): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
