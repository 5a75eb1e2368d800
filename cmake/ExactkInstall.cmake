# Installs libraries, headers and the package that find_package(exactk) reads.
include(CMakePackageConfigHelpers)

get_property(installed GLOBAL PROPERTY EXACTK_INSTALLED)
get_property(headers GLOBAL PROPERTY EXACTK_INSTALLED_HEADERS)
install(TARGETS ${installed} EXPORT exactkTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(folder IN LISTS headers)
  install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/exactk)
install(EXPORT exactkTargets NAMESPACE exactk:: DESTINATION ${config_dir})
configure_package_config_file(cmake/exactkConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/exactkConfig.cmake
  INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/exactkConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/exactkConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/exactkConfigVersion.cmake DESTINATION ${config_dir})
