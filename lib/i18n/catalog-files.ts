/** The translations, one line a language. Server only: the page loads its own language's by itself. */
export { default as ar } from './catalogs/ar.json' with { type: 'json' };
export { default as de } from './catalogs/de.json' with { type: 'json' };
export { default as es } from './catalogs/es.json' with { type: 'json' };
export { default as fr } from './catalogs/fr.json' with { type: 'json' };
export { default as ja } from './catalogs/ja.json' with { type: 'json' };
export { default as ko } from './catalogs/ko.json' with { type: 'json' };
export { default as pt } from './catalogs/pt.json' with { type: 'json' };
export { default as ru } from './catalogs/ru.json' with { type: 'json' };
export { default as tr } from './catalogs/tr.json' with { type: 'json' };
export { default as zh } from './catalogs/zh.json' with { type: 'json' };
