/** The app to deploy: the practice service, or one of your own, made by `createApp`. */
export { default } from 'assay/practice';
