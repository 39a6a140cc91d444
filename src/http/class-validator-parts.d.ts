/**
 * The parts of class-validator that are used here, addressed by their files: its index also loads a hundred
 * rules and what they need, telephone numbers of the whole world among it, which is a tenth of the time a
 * start takes.
 */
declare module 'class-validator/cjs/decorator/common/ValidateBy.js' {
  export { ValidateBy } from 'class-validator';
}
declare module 'class-validator/cjs/validation/Validator.js' {
  export { Validator } from 'class-validator';
}
declare module 'class-validator/cjs/validation/ValidationExecutor.js' {
  export { ValidationExecutor } from 'class-validator/types/validation/ValidationExecutor.js';
}
declare module 'class-validator/cjs/metadata/MetadataStorage.js' {
  export { getMetadataStorage, MetadataStorage } from 'class-validator';
}
