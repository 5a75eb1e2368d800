# Installs libraries, headers and the package that find_package(exactk) reads. The oracles, and the device room with the
# static C library that stands on it, are exported apart from the rest, since they alone need Eigen and the CUDA runtime.
# The shared C library has all that it needs inside.
include(CMakePackageConfigHelpers)

get_property(installed GLOBAL PROPERTY EXACTK_INSTALLED)
get_property(headers GLOBAL PROPERTY EXACTK_INSTALLED_HEADERS)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/exactk)

set(exactk_oracle_installed FALSE)
if(TARGET exactk_oracle)
  set(exactk_oracle_installed TRUE)
  list(REMOVE_ITEM installed exactk_oracle)
  install(TARGETS exactk_oracle EXPORT exactkOracleTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT exactkOracleTargets NAMESPACE exactk:: DESTINATION ${config_dir})
endif()
set(exactk_kernels_installed FALSE)
if(exactk_have_cuda)
  set(exactk_kernels_installed TRUE)
endif()
list(REMOVE_ITEM installed exactk_device exactk_c_static)
install(TARGETS exactk_device exactk_c_static EXPORT exactkDeviceTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT exactkDeviceTargets NAMESPACE exactk:: DESTINATION ${config_dir})
install(EXPORT exactkCTargets NAMESPACE exactk:: DESTINATION ${config_dir})
install(TARGETS ${installed} EXPORT exactkTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT exactkTargets NAMESPACE exactk:: DESTINATION ${config_dir})

list(REMOVE_DUPLICATES headers)
foreach(folder IN LISTS headers)
  install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()

configure_package_config_file(cmake/exactkConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/exactkConfig.cmake
  INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/exactkConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/exactkConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/exactkConfigVersion.cmake DESTINATION ${config_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/exactk)
